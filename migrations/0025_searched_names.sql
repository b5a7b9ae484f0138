-- Names are searched without characters that nobody sees; what is stored loses them here.
WITH hidden (letter) AS (
  SELECT '[' || char(173, 847, 1564, 4447, 4448, 6068, 6069) || char(6155) || '-' || char(6159)
    || char(8203) || '-' || char(8207) || char(8234) || '-' || char(8238)
    || char(8288) || '-' || char(8303) || char(12644) || char(57344) || '-' || char(63743)
    || char(65024) || '-' || char(65039) || char(65279) || char(65440)
    || char(65529) || '-' || char(65531) || char(917504) || '-' || char(921599) || ']'
)
UPDATE reservation SET name_search = (
  WITH RECURSIVE walk (at, kept) AS (
    SELECT 1, ''
    UNION ALL
    SELECT at + 1, kept || CASE WHEN substr(name_search, at, 1) GLOB (SELECT letter FROM hidden)
      THEN '' ELSE substr(name_search, at, 1) END
    FROM walk WHERE at <= length(name_search)
  )
  SELECT kept FROM walk ORDER BY at DESC LIMIT 1
)
WHERE name_search GLOB '*' || (SELECT letter FROM hidden) || '*';
