import { customType } from "drizzle-orm/pg-core";

/** A column of bytes. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });
