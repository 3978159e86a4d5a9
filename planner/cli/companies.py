"""What fare systems are called for a person."""

from planner.cli.lang import say

COMPANIES = {  # system -> (Japanese, English)
    "jr": ("JR", "JR"),
    "shinkansen": ("東海道新幹線", "Shinkansen"),
    "keikyu": ("京急", "Keikyu"),
    "odakyu": ("小田急", "Odakyu"),
    "tokyu": ("東急", "Tokyu"),
    "sotetsu": ("相鉄", "Sotetsu"),
    "minatomirai": ("みなとみらい線", "Minatomirai Line"),
    "keio": ("京王", "Keio"),
    "yokohama-subway": ("横浜市営地下鉄", "Yokohama Subway"),
    "seaside": ("シーサイドライン", "Seaside Line"),
    "enoden": ("江ノ電", "Enoden"),
    "shonan-monorail": ("湘南モノレール", "Shonan Monorail"),
    "hakone-tozan": ("箱根登山", "Hakone Tozan"),
    "daiyuzan": ("大雄山線", "Daiyuzan Line"),
    "oyama-cable": ("大山ケーブル", "Oyama Cable"),
}


def company_text(system: str) -> str:
    """The short name of a system."""
    ja, en = COMPANIES.get(system, (system, system))
    return say(ja, en)
