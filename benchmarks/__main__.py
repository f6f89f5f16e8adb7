"""`python -m benchmarks` (make bench): what needs nothing but this project. The others take a folder of data."""

import sys

from benchmarks.throughput import main

if __name__ == "__main__":
    sys.exit(main())
