-- name: picture_columns
-- Where the pictures of each column are stored, and whether search engines may show them.
select place, column_name, folder, audience = 'everyone and search engines' as is_indexed from private.picture_columns();
