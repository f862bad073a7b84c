"""People are told what is new: by mail and on their devices."""
