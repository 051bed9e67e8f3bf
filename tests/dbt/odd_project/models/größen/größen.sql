{{ config(materialized='table') }}
select 1 as "Größe", 'ß' as straße
