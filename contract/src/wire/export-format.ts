import { z } from "zod";

/** Of a file: text for spreadsheets, or typed columns for programs. */
export const ExportFormat = z.enum(["csv", "parquet"]).default("csv");
