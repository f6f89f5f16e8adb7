"""The kinds of elements that an HTML parser tells apart, by the HTML standard."""

HTML_ROOTS = frozenset({"html", "body"})
VOID = frozenset(
    "area base basefont bgsound br col embed frame hr image img input keygen link meta param source track wbr".split()
)
RAW = frozenset("script style title textarea xmp iframe noembed noframes".split())  # content is not markup
FORMATTING = frozenset("b big code em font i nobr s small strike strong tt u".split())

# Elements of svg and math carry a prefix, so that they never pass for HTML ones. HTML goes on inside these.
HTML_INSIDE = frozenset("svg/foreignobject svg/desc svg/title math/mi math/mo math/mn math/ms math/mtext".split())
LEAVE_FOREIGN = frozenset(
    "b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing "
    "menu meta nobr ol p pre ruby s small span strong strike sub sup table tt u ul var".split()
)
# What an end tag cannot reach through (HTML standard, "has an element in scope").
BARRIERS = HTML_INSIDE | frozenset("applet caption html table td th marquee object template select".split())
BUTTON_SCOPE = BARRIERS | {"button"}
TABLE_SCOPE = frozenset({"html", "table", "template"})
SPECIAL = BARRIERS | frozenset(
    "address article aside blockquote body button center colgroup dd details dir div dl dt fieldset "
    "figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup iframe li listing main "
    "menu nav noembed noframes noscript ol p plaintext pre script search section style summary tbody "
    "textarea tfoot thead title tr ul xmp".split()
)
ITEM_SCOPE = SPECIAL - {"address", "div", "p"}
SINGLE = HTML_ROOTS | {"head"}  # there is one of each, whatever the tags say
HEADINGS = frozenset("h1 h2 h3 h4 h5 h6".split())
DEFINITIONS = frozenset({"dd", "dt"})
CLOSES_P = (
    HEADINGS
    | DEFINITIONS
    | frozenset(
        "address article aside blockquote center details dialog dir div dl fieldset figcaption figure "
        "footer form header hgroup li listing main menu nav ol p pre search section summary ul".split()
    )
)
# A table part's start tag ends everything open inside the nearest of these.
CONTEXTS = {
    "td": ("tr", "table"), "th": ("tr", "table"), "tr": ("tbody", "thead", "tfoot", "table"),
    "tbody": ("table",), "thead": ("table",), "tfoot": ("table",), "caption": ("table",),
    "colgroup": ("table",),
}  # fmt: skip
