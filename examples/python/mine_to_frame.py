"""The table of a page, as a pandas frame and as a Parquet file.

    python mine_to_frame.py pages/list.html chairs.parquet
"""

import sys

import weft

page, target = sys.argv[1:]
tables = weft.read(page).mine()
if not tables:
    sys.exit(f"{page}: no table was found")
print(tables[0].to_pandas().to_string(index=False))
tables[0].save(target)
