{{ config(alias='Article Prices', schema='Mixed Case') }}
select * from (values ('x', 2023, 1.5), ('x', 2024, 2.0), ('y', 2024, 3.0)) as t("Code", "Year", "Unit Price")
