/** Settings that are valid field by field but do not work together. Names the field and the reason. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  readonly field: string

  constructor(field: string, reason: string, options: { readonly cause?: unknown } = {}) {
    super(reason, options)
    this.field = field
  }
}
