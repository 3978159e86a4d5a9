"""Build the optional compiled search kernels; everything else is in pyproject.toml."""

import shutil
import zlib
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext

KERNELS = sorted(Path("planner/search").glob("kernels*.py"))


class BuildKernels(build_ext):
    """Leaves beside each extension what source it was built from (planner/search/built.py)."""

    def build_extension(self, ext: Extension) -> None:
        """Build one kernel and note its source; a failed build leaves neither."""
        super().build_extension(ext)
        source = source_of(ext)
        note = f"{zlib.crc32(source.read_bytes()):08x}\n"
        note_of(source, Path(self.get_ext_fullpath(ext.name)).parent).write_text(note)

    def copy_extensions_to_source(self) -> None:
        """Put the notes of a build in place into the tree, beside the extensions."""
        super().copy_extensions_to_source()
        for source in map(source_of, self.extensions):
            note = note_of(source, Path(self.build_lib, source.parent))
            if note.exists():
                shutil.copy(note, source.parent)


class TagByContent(bdist_wheel):
    """Names a wheel for this platform only where a kernel was compiled into it."""

    def run(self) -> None:
        """Compile first: without a compiler the wheel is for any platform."""
        self.run_command("build_ext")
        build = self.get_finalized_command("build_ext")
        if not any(Path(build.get_ext_fullpath(ext.name)).exists() for ext in build.extensions):
            self.distribution.ext_modules = []
            self.root_is_pure = True
        super().run()


def source_of(ext: Extension) -> Path:
    """The Python file a kernel is compiled from."""
    return Path(*ext.name.split(".")).with_suffix(".py")


def note_of(source: Path, folder: Path) -> Path:
    """The file in a folder that notes the checksum of a kernel's source."""
    return folder / f"{source.stem}.built"


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
                extra_compile_args=["-O3", "-g0"],  # without debug data: a fifth of the size
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
    """Every data file that is read at run time, relative to data/.

    The line sheets are the source of the embedded feed: what is made from them is enough.
    """
    root = Path("data")
    found = [p.relative_to(root) for p in sorted(root.rglob("*")) if p.is_file()]
    return [p.as_posix() for p in found if p.parts[0] != "lines"]


def packages() -> list[str]:
    """The Python packages found in planner/, and the data package."""
    found = {p.parent.as_posix().replace("/", ".") for p in Path("planner").rglob("__init__.py")}
    return [*sorted(found), "planner._data"]


setup(
    cmdclass={"build_ext": BuildKernels, "bdist_wheel": TagByContent},
    ext_modules=extensions(),
    packages=packages(),
    package_dir=data_packages(),
    include_package_data=False,  # the list below is all, whatever an earlier build left behind
    package_data={"planner": ["py.typed"], "planner._data": data_files()},
)
