"""The board and the standing as a page of text."""

from planner.rulebooks.tokaido.pending import awaited_ja, next_want
from planner.rulebooks.tokaido.road import next_player, occupants
from planner.rulebooks.tokaido.rules import PANORAMAS, components
from planner.rulebooks.tokaido.sheet import standing
from planner.rulebooks.tokaido.state import Game, Player, finished


def page(game: Game, lang: str) -> str:
    """The road leg by leg with its travellers, what each holds, and the standing."""
    ja = lang == "ja"
    lines = [*_road(game, ja), ""]
    lines += [_holdings(player, ja) for player in game.people]
    lines += ["", *standing(game, ja), "", _next(game, ja)]
    return "\n".join(lines)


def _road(game: Game, ja: bool) -> list[str]:
    """One line a space; where nobody stands, spaces of a leg share a line."""
    lines, quiet = [], list[str]()
    for place, kind in enumerate(game.board.kinds):
        word = str(components()["words"][kind]) if ja else kind
        double = "=" if place in game.board.double else ""
        here = sorted(occupants(game, place), key=lambda p: p.rear)
        names = ", ".join(_named(p, ja) for p in here)
        quiet.append(f"{place} {word}{double}" + (f" <{names}>" if names else ""))
        if kind == "inn":
            lines.append("  ".join(quiet))
            quiet = []
    return lines


def _named(player: Player, ja: bool) -> str:
    rear = "後" if ja else " rear"
    return player.name + (rear if player.rear else "")


def _holdings(player: Player, ja: bool) -> str:
    views = " ".join(
        f"{components()['words'][kind] if ja else kind} {player.panoramas[kind]}"
        for kind in PANORAMAS
        if player.panoramas.get(kind)
    )
    parts = [
        (views, "", ""),
        (" ".join(player.souvenirs), "souvenirs", "お土産"),
        (" ".join(map(str, player.treasures)), "treasures", "骨董品"),
        (" ".join(meal.name for meal in player.meals), "meals", "食事"),
        (" ".join(map(str, player.springs)), "springs", "温泉"),
        (player.bathhouses and str(player.bathhouses), "bathhouses", "銭湯"),
        (" ".join(player.encounters), "met", "出会い"),
        (" ".join(player.amulets), "amulets", "御守り"),
        (" ".join(player.scrolls), "scrolls", "書"),
        (player.cherries and str(player.cherries), "cherries", "桜"),
    ]
    told = [
        f"{label_ja if ja else label} {text}".strip() for text, label, label_ja in parts if text
    ]
    return f"{player.name}: " + (("、" if ja else "; ").join(told) or "-")


def _next(game: Game, ja: bool) -> str:
    if finished(game):
        return "ゲームは終わりました" if ja else "The game is over."
    if any(not p.traveller for p in game.people):
        return "旅人を選ぶところです" if ja else "Travellers are being chosen."
    want = next_want(game)
    if want is None:
        return f"次は {next_player(game)} の番です" if ja else f"Next: {next_player(game)}"
    return awaited_ja(want) if ja else f"Awaiting {want.field} from {want.speaker}."
