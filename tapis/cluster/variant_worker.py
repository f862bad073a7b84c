"""The variant worker of a gateway over a bucket: shares what it makes with the other gateways.

python -m tapis.cluster.variant_worker FOLDER STORAGE_URL
"""

from tapis.cluster.bucket_cluster import join_cluster
from tapis.gateway.storage.variants import worker

if __name__ == "__main__":
    worker.main(join_cluster)
