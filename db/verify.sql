select null::text as sentence where false
