export type CodeLanguage = 'json' | 'sql' | 'hocon' | 'text'

/** What a template field or an editor offers while one types. */
export interface Completion {
  /** What is inserted: `${clientid}`, `SELECT`. */
  readonly label: string
  /** In the place of the label: `nth(` for `nth(n, list)`. Only template fields know it. */
  readonly insert?: string | undefined
  /** Beside it, short: a type, an example. */
  readonly detail?: string | undefined
  /** A sentence about the one that is chosen at the moment. */
  readonly info?: string | undefined
}

/** Something wrong in a text; line and column count from 1. */
export interface Diagnostic {
  readonly line: number
  readonly column: number
  readonly message: string
}

/** What the lazily loaded part is given. */
export interface CodeEditorViewProps {
  readonly id: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur: (() => void) | undefined
  readonly language: CodeLanguage
  readonly label: string
  readonly isReadOnly: boolean
  readonly isDisabled: boolean
  readonly isInvalid: boolean
  readonly isRequired: boolean
  readonly minLines: number
  readonly maxLines: number
  readonly completions: readonly Completion[] | undefined
  readonly diagnostics: readonly Diagnostic[] | undefined
  readonly placeholder: string | undefined
  /** Ids of the elements that describe the field. */
  readonly describedBy: string
  /** Where the caret stood in the plain text area; undefined when that had no focus. */
  readonly caret: number | undefined
}
