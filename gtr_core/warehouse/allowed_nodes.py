"""The kinds of sqlglot nodes of which a statement to the warehouse may consist.

An allow-list: what a future release of sqlglot or of an engine adds is refused until it stands here.
Functions that read files, call out of the warehouse, sleep, draw random numbers, make rows without
bound or tell of the session's user are left out on purpose.
"""

from __future__ import annotations

from sqlglot import exp

__all__ = ["ALLOWED_NODES", "REFUSED_NODES"]

_STRUCTURE: tuple[type[exp.Expr], ...] = (
    exp.Select, exp.SetOperation, exp.Subquery, exp.CTE, exp.With, exp.From, exp.Join, exp.Where, exp.Group,
    exp.Having, exp.Qualify, exp.Order, exp.Ordered, exp.Limit, exp.Offset, exp.Fetch, exp.Distinct, exp.Table,
    exp.TableAlias, exp.TableSample, exp.Identifier, exp.Column, exp.Star, exp.Alias, exp.Literal, exp.Boolean,
    exp.Null, exp.DataType, exp.DataTypeParam, exp.ColumnDef, exp.Interval, exp.IntervalSpan, exp.Var, exp.Paren,
    exp.Tuple, exp.Values, exp.Unnest, exp.Window, exp.WindowSpec, exp.Filter, exp.WithinGroup, exp.IgnoreNulls,
    exp.RespectNulls, exp.AtTimeZone, exp.GroupingSets, exp.Cube, exp.Rollup, exp.Any, exp.All, exp.JSONPath,
    exp.JSONPathRoot, exp.JSONPathKey, exp.JSONPathSubscript,
)  # fmt: skip

_OPERATORS: tuple[type[exp.Expr], ...] = (exp.Binary, exp.Unary, exp.Predicate, exp.Between, exp.In, exp.Bracket)

_FUNCTIONS: tuple[type[exp.Expr], ...] = (
    exp.AggFunc, exp.Abs, exp.AddMonths, exp.Array, exp.ArrayContains, exp.ArraySize, exp.Case, exp.Cast, exp.Cbrt,
    exp.Ceil, exp.Coalesce, exp.Concat, exp.ConcatWs, exp.Contains, exp.ConvertTimezone, exp.CumeDist, exp.CurrentDate,
    exp.CurrentTimestamp, exp.Date, exp.DateAdd, exp.DateBin, exp.DateDiff, exp.DateFromParts, exp.DateStrToDate,
    exp.DateSub, exp.DateTrunc, exp.Datetime, exp.DatetimeAdd, exp.DatetimeDiff, exp.DatetimeSub, exp.DatetimeTrunc,
    exp.Day, exp.Dayname, exp.DayOfMonth, exp.DayOfWeek, exp.DayOfWeekIso, exp.DecodeCase, exp.DenseRank, exp.EndsWith,
    exp.Exists, exp.Exp, exp.Extract, exp.Floor, exp.Greatest, exp.Grouping, exp.Hour, exp.If, exp.Initcap, exp.IsInf,
    exp.IsNan, exp.JSONExtract, exp.JSONExtractScalar, exp.LastDay, exp.Least, exp.Left, exp.Length, exp.Levenshtein,
    exp.Ln, exp.Log, exp.Lower, exp.Minute, exp.Month, exp.Monthname, exp.MonthsBetween, exp.Ntile, exp.Nullif,
    exp.NumberToStr, exp.Nvl2, exp.PercentRank, exp.Pow, exp.Quarter, exp.Rank, exp.RegexpExtract, exp.RegexpFullMatch,
    exp.RegexpILike, exp.RegexpLike, exp.RegexpReplace, exp.Replace, exp.Reverse, exp.Right, exp.Round, exp.RowNumber,
    exp.SafeDivide, exp.Second, exp.Sign, exp.Split, exp.SplitPart, exp.Sqrt, exp.StartsWith, exp.StrPosition,
    exp.StrToDate, exp.StrToTime, exp.Substring, exp.TimeToStr, exp.Timestamp, exp.TimestampAdd, exp.TimestampDiff,
    exp.TimestampSub, exp.TimestampTrunc, exp.Translate, exp.Trim, exp.Trunc, exp.TsOrDsAdd, exp.TsOrDsDiff,
    exp.TsOrDsToDate, exp.TsOrDsToTime, exp.TsOrDsToTimestamp, exp.Typeof, exp.Upper, exp.Week, exp.WeekOfYear,
    exp.WidthBucket, exp.Year, exp.YearOfWeek, exp.YearOfWeekIso, exp.TimeStrToTime, exp.TimeStrToDate, exp.ToChar,
    exp.ToNumber, exp.UnixToTime, exp.TimeToUnix,
)  # fmt: skip

ALLOWED_NODES: tuple[type[exp.Expr], ...] = _STRUCTURE + _OPERATORS + _FUNCTIONS

REFUSED_NODES: tuple[type[exp.Expr], ...] = (
    exp.AnonymousAggFunc,
    exp.CombinedAggFunc,
    exp.CombinedParameterizedAgg,
    exp.ParameterizedAgg,
    exp.AIAgg,
    exp.AISummarizeAgg,
    exp.PropertyEQ,
    exp.Operator,
)
"""Subclasses of what is allowed that are refused all the same."""
