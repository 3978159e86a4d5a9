"""The score sheet: the log of every player, one line a reason with its clause, TK-9.2."""

from planner.referee.rulebook import ScoreLine
from planner.rulebooks.tokaido.ending import ranking
from planner.rulebooks.tokaido.rules import cards, components
from planner.rulebooks.tokaido.state import Game

TOTAL = "TK-9.2"
_REASONS = {  # reason -> clause, English, Japanese
    "temple": ("TK-4.7", "temple gifts", "寄付"),
    "Hirotada": ("TK-6.1", "Hirotada's gifts of the bank", "寛忠の追加の寄付"),
    "Mitsukuni": ("TK-6.5", "Mitsukuni's springs and achievements", "光圀の加点"),
    "hot spring": ("TK-4.5", "hot springs", "温泉"),
    "meal": ("TK-5.6", "meals", "食事"),
    "paddy": ("TK-4.20", "paddies", "水田"),
    "mountain": ("TK-4.20", "mountains", "山"),
    "sea": ("TK-4.20", "sea", "海"),
    "samurai": ("TK-4.25", "samurai", "侍"),
    "shrine maiden": ("TK-4.25", "shrine maiden", "巫女"),
    "temple rank": ("TK-7.2", "rank of gifts", "寄付額の順位"),
    "devotion": ("TK-8.6", "devotion", "信心の御守り"),
    "bathhouse": ("TK-8.4", "bathhouses", "銭湯"),
    "legendary-1 held": ("TK-8.9", "one-coin treasure when taken", "1金の骨董品(取得時)"),
    "legendary-1": ("TK-8.9", "one-coin treasure later", "1金の骨董品(その後)"),
    "legendary-2": ("TK-8.10", "two-coin treasure", "2金の骨董品"),
    "legendary-3": ("TK-8.11", "three-coin treasure", "3金の骨董品"),
    "cherry": ("TK-8.12", "cherries", "桜"),
}
_ACHIEVEMENTS = {
    "gourmet": ("gourmet", "美食家"),
    "collector": ("collector", "蒐集家"),
    "bather": ("bather", "温泉好き"),
    "chatterbox": ("talker", "おしゃべり好き"),
    "panorama-paddy": ("first complete paddies", "水田の完成一番乗り"),
    "panorama-mountain": ("first complete mountains", "山の完成一番乗り"),
    "panorama-sea": ("first complete sea", "海の完成一番乗り"),
}
_SCROLLS = {
    "nostalgia": "郷愁の書",
    "patience": "忍耐の書",
    "perfection": "完璧の書",
    "foresight": "先見の明の書",
    "contemplation": "熟考の書",
    "fasting": "断食の書",
}


def explain(reason: str) -> tuple[str, str, str]:
    """The clause of a log entry and its words in English and Japanese."""
    if reason in _REASONS:
        return _REASONS[reason]
    if reason.startswith("souvenir "):
        return "TK-4.13", "souvenirs", "お土産"
    if reason.startswith("ach "):
        name = reason.removeprefix("ach ")
        clause = "TK-4.21" if name.startswith("panorama") else "TK-7.3"
        return clause, *_ACHIEVEMENTS[name]
    if reason in cards("scrolls"):
        return "TK-8.14", f"scroll of {reason}", _SCROLLS[reason]
    return "TK-9.2", reason, reason


def score_lines(game: Game) -> list[ScoreLine]:
    """Every player's points by reason, in the order first gained, and their sum (9.2)."""
    lines = []
    for player in game.people:
        sums: dict[tuple[str, str, str], int] = {}
        for reason, points in player.log:
            key = explain(reason)
            sums[key] = sums.get(key, 0) + points
        for (clause, label, label_ja), points in sums.items():
            lines.append(ScoreLine(clause, label, points, player.name, label_ja))
        lines.append(ScoreLine(TOTAL, "total", player.points, player.name, "合計"))
    return lines


def traveller_name(traveller: str, ja: bool) -> str:
    """A traveller's name for people."""
    known = components()["travellers"].get(traveller, {})
    return str(known.get("ja", traveller)) if ja else traveller


def standing(game: Game, ja: bool) -> list[str]:
    """The players by rank: points, coins, gifts, achievements."""
    lines = []
    for rank, player in ranking(game):
        earned = [_ACHIEVEMENTS[name][ja] for name in player.achievements]
        name = f"{player.name} {traveller_name(player.traveller, ja)}"
        if ja:
            told = f"{player.points}点  所持金 {player.coins}  寄付 {player.given}"
        else:
            coins = "coin" if player.coins == 1 else "coins"
            told = f"{player.points} points  {player.coins} {coins}  {player.given} given"
        row = f"{rank}. {name:14} {told}"
        lines.append(f"{row}  {('、' if ja else ', ').join(earned)}".rstrip())
    return lines
