/** Settings that each field for itself allows, but that cannot work: which field is to blame, and a sentence. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  readonly field: string

  constructor(field: string, reason: string, options: { readonly cause?: unknown } = {}) {
    super(reason, options)
    this.field = field
  }
}
