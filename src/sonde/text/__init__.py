"""Words and text: values in, values out."""
