-- Reads a date or a time in ISO 8601 (default UTC) from metadata, to compare it. Null for every other text.
CREATE FUNCTION metadata_time(body text) RETURNS timestamptz
  LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET timezone = 'UTC' AS $$
BEGIN
  IF body ~ '^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}(:?\d{2})?)?)?$' THEN
    RETURN body::timestamptz;
  END IF;
  RETURN NULL;
EXCEPTION WHEN datetime_field_overflow OR invalid_datetime_format THEN
  RETURN NULL;
END $$;
