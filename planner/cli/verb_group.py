"""A group of verbs of which only the one that is asked for is imported: start-up is a feature."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, ClassVar

from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from planner.cli.parameters import typer_app


class VerbGroup(TyperGroup):
    """A group of the verbs of a table: verb -> (module with a ``VERB`` or an ``app``, help)."""

    verbs: ClassVar[Mapping[str, tuple[str, str]]]

    @property
    def _wanted(self) -> str:
        """Where the context, which outer and inner groups share, notes that a verb is wanted."""
        return f"planner.{type(self).__name__}.wanted"

    def list_commands(self, ctx: Any) -> list[str]:
        """The verbs, in the order of their table."""
        return list(self.verbs)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Note that a verb is wanted itself, not only its line in the list of verbs."""
        ctx.meta[self._wanted] = True
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The verb's command; only its one-line help while the group's own help lists it."""
        if cmd_name not in self.verbs:
            return None
        module_name, short_help = self.verbs[cmd_name]
        if not ctx.meta.get(self._wanted):
            return TyperCommand(cmd_name, help=short_help)
        module = import_module(module_name)
        verb = getattr(module, "VERB", None)
        return get_command(module.app if verb is None else typer_app(verb))
