"""One page at a time: its tree, links, forms, main text and metadata. Pure: values in, values out."""
