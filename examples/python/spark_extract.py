"""A site's rules over WARC files, on Spark.

    python spark_extract.py books.site records pages/books.warc
"""

import sys

from weft import spark as weft_spark

bundle, output, *archives = sys.argv[1:]
session = weft_spark.session()
records = weft_spark.extract(session, archives, bundle)
records.write.mode("overwrite").parquet(output)
print(f"{session.read.parquet(output).count()} rows in {output}")
