"""What interface.yaml says about each of its keys, for the person who corrects it."""

COMMENTS = {
    "site": "The address the site was inspected from.",
    "ask": "How to put a question. `send` goes along with every query, in this order; the values of `fresh`\n"
    "are read again from `page` when they expire, before each query with fresh_each. With `redirects` false,\n"
    "a redirect to a page without results is taken for the one document that was found. With `rendered`, a browser\n"
    "opens `page`, presses `opener` if there is one, and types into the box `query_field` (CSS selectors); the page\n"
    "answers by `submit`: typing, enter or button. `headers` go along with every query, and `pause_s`\n"
    "seconds pass between two of them.",
    "results": "Where the results of an answer are: CSS selectors. `link` and `title` are looked up inside `record`;\n"
    "an empty `title` is the text of the link. With `is_document`, records link nowhere: what they say is stored as\n"
    "the document and nothing is fetched; they are told apart by all they say but for the parts that `moves` selects.\n"
    "With `ranked`, links hold no more than a rank in an answer, and documents are told apart in the same way.",
    "json": "How to read answers in JSON; null: answers are pages. `records`, `columns`, `total` and paging.where are\n"
    "paths: keys joined by dots, * for each entry. `key`, `url`, `title` and `text` are fields of a record. With\n"
    "`fetch`, records hold extracts only and each document is fetched from its address; without it the record as it\n"
    "is becomes the document. With batch.address, the texts of `size` records are asked for in one request: {keys}\n"
    "stands for their values of the field batch.key. `total` may be\n"
    "'header NAME'. paging.kind: none, header (Link), address, carry (send back what is at `where`), page, offset.",
    "count": "Where the hit count stands: the n-th number (from 0; -1: the last) in the text of `where`;\n"
    "with ::text at its end, in text that stands straight in that element. null: none is shown.",
    "nothing": "A text that is only there when nothing was found, without the words asked for.",
    "paging": "The way to the next page: none, rel, label, number or button; in a browser press or scroll, and with\n"
    "`keeps` earlier results stay on the page.",
    "not_results": "Addresses that are linked among the results of every answer, such as the start page.",
    "drop_parameters": "Parameters of result links that do not change the document.",
    "fixed_segments": "Places in the path of result links (1: the first) where what changes does not matter, and what\n"
    "is put there, so that a document has one address.",
    "seeds": "Words that are known to find something; the crawl starts with them.",
    "abilities": "What the search can do; empty, null and 1 mean that nothing else is known. `splits` are menus and\n"
    "check boxes that narrow an answer, with their values. `ranges` are pairs of inputs: `low` and `high` take\n"
    "values from `least` to `most`, counted in `unit` (1, 0.01 or a date format such as %Y-%m-%d), or only those\n"
    "of `steps`; with `shared`, a value given as upper bound is left out, or values lie between two steps.\n"
    "`boxes` are text inputs searched in one attribute of the documents; with `by_word` they take single words of\n"
    "its values. With `browse`, a query without words finds everything.",
    "language": "The site's language, empty when it does not say.",
    "found_by": "What proposed this interface.",
    "evidence": "What the soundings showed.",
    "boilerplate": "Text that stands on most document pages (place and text) and what surrounds their titles.\n"
    "It is left out of the documents.",
}
