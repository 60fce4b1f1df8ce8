type Write = (fields: Readonly<Record<string, unknown>>, message: string) => void

/** What a package may log with; pino fits it. */
export interface Log {
  readonly debug: Write
  readonly info: Write
  readonly warn: Write
  readonly error: Write
}

export const silentLog: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
