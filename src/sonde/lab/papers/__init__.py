"""The experiments of the papers, run on the closest corpora: the published figure beside ours."""
