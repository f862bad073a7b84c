"""The data API over HTTP. A package, so that what its tests add to the database goes with the last."""
