export type CodeLanguage = 'json' | 'sql' | 'hocon' | 'acl' | 'text'

/** A completion of a template field or a code editor. */
export interface Completion {
  /** The inserted text: `${clientid}`, `SELECT`. */
  readonly label: string
  /** Inserted instead of the label: `nth(` for `nth(n, list)`. Template fields only. */
  readonly insert?: string | undefined
  /** Inserted instead of the label, with fields to fill in: `nth(#{n}, #{list})`. Code editors only. */
  readonly snippet?: string | undefined
  /** Short note next to the label: a type, an example. */
  readonly detail?: string | undefined
  /** One sentence, shown for the highlighted completion. */
  readonly info?: string | undefined
}

/** The completions at a position, and the range of the text that they replace. */
interface CompletionsAt {
  readonly from: number
  readonly to: number
  readonly options: readonly Completion[]
}

/** Help for a range of the text. */
export interface Hint {
  readonly from: number
  readonly to: number
  /** Signature: `nth(n, list)`. */
  readonly title: string
  readonly text: string
  /** Code examples, one per line. */
  readonly examples?: readonly string[]
}

/** The function call around the caret: name, parameters, and the index of the current parameter. */
export interface Signature {
  readonly name: string
  readonly parameters: readonly string[]
  readonly active: number
}

/** Language support for a text: completions while typing, help under the pointer. Offsets start at 0. */
export interface CodeHelp {
  readonly completeAt: (text: string, offset: number) => CompletionsAt | undefined
  readonly hintAt: (text: string, offset: number) => Hint | undefined
  readonly signatureAt: (text: string, offset: number) => Signature | undefined
}

/** An error or warning in a text. Line and column start at 1. */
export interface Diagnostic {
  readonly line: number
  readonly column: number
  readonly message: string
  /** Length in characters; until the end of the word unless given. */
  readonly length?: number
  /** `warning`: valid but probably unintended. An error unless given. */
  readonly severity?: 'error' | 'warning'
}

/** Props of the lazily loaded editor. */
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
  readonly help: CodeHelp | undefined
  readonly diagnostics: readonly Diagnostic[] | undefined
  readonly placeholder: string | undefined
  /** Ids of the elements that describe the field. */
  readonly describedBy: string
  /** Initial caret position. Undefined: the editor does not take the focus. */
  readonly caret: number | undefined
}
