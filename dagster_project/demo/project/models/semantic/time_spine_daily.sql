select cast(day as date) as date_day
from generate_series(date '1992-01-01', date '1999-12-31', interval 1 day) as days(day)
