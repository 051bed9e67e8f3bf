select order_id, line_no, article_code, article_year, qty
from (values (1, 1, 'x', 2024, 2), (1, 2, 'y', 2024, 1), (2, 1, 'x', 2023, 5)) as t(order_id, line_no, article_code, article_year, qty)
