"""Build the optional compiled search kernels; everything else is in pyproject.toml."""

from pathlib import Path

from setuptools import Extension, setup

KERNELS = sorted(Path("planner/search").glob("kernels*.py"))


def extensions() -> list[Extension]:
    """The kernels as optional extensions: without a C compiler the Python source runs instead."""
    try:
        from Cython.Build import cythonize
    except ImportError:
        return []
    modules = cythonize(
        [
            Extension(
                ".".join(path.with_suffix("").parts),
                [path.as_posix()],
                extra_compile_args=["-O3", "-g0"],
            )
            for path in KERNELS
        ],
        language_level=3,
        build_dir="build/cython",
    )
    for module in modules:
        module.optional = True  # cythonize() drops the flag when it is set before
    return list(modules)


def data_packages() -> dict[str, str]:
    """Map the top-level data folder into the wheel as planner._data."""
    return {"planner._data": "data"}


def data_files() -> list[str]:
    """Every data file, relative to data/."""
    root = Path("data")
    return [p.relative_to(root).as_posix() for p in sorted(root.rglob("*")) if p.is_file()]


def packages() -> list[str]:
    """The Python packages found in planner/, and the data package."""
    found = {p.parent.as_posix().replace("/", ".") for p in Path("planner").rglob("__init__.py")}
    return [*sorted(found), "planner._data"]


setup(
    ext_modules=extensions(),
    packages=packages(),
    package_dir=data_packages(),
    package_data={"planner": ["py.typed"], "planner._data": data_files()},
)
