const codes = {
  BadValue: 2,
  Unauthorized: 13,
  AuthenticationFailed: 18,
  CursorNotFound: 43,
  CommandNotFound: 59,
  NotWritablePrimary: 10_107,
  DuplicateKey: 11_000,
  NotPrimaryNoSecondaryOk: 13_435,
  Location40324: 40_324,
  Location51091: 51_091,
} as const

/** An error response with MongoDB's own codes. */
export class Refusal extends Error {
  readonly codeName: keyof typeof codes

  constructor(codeName: keyof typeof codes, message: string) {
    super(message)
    this.codeName = codeName
  }

  toAnswer() {
    return { ok: 0, errmsg: this.message, code: codes[this.codeName], codeName: this.codeName }
  }
}

export function refuse(codeName: keyof typeof codes, message: string): never {
  throw new Refusal(codeName, message)
}
