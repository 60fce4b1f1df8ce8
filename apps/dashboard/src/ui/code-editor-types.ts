export type CodeLanguage = 'json' | 'sql' | 'hocon' | 'acl' | 'text'

/** What a template field or an editor offers while one types. */
export interface Completion {
  /** What is inserted: `${clientid}`, `SELECT`. */
  readonly label: string
  /** In the place of the label: `nth(` for `nth(n, list)`. Only template fields know it. */
  readonly insert?: string | undefined
  /** In the place of the label, with places to fill in: `nth(#{n}, #{list})`. Only code editors know it. */
  readonly snippet?: string | undefined
  /** Beside it, short: a type, an example. */
  readonly detail?: string | undefined
  /** A sentence about the one that is chosen at the moment. */
  readonly info?: string | undefined
}

/** What may stand at a place, and what of the text it would replace. */
interface CompletionsAt {
  readonly from: number
  readonly to: number
  readonly options: readonly Completion[]
}

/** What is known of a piece of the text. */
export interface Hint {
  readonly from: number
  readonly to: number
  /** As it is written: `nth(n, list)`. */
  readonly title: string
  readonly text: string
  /** Lines of code. */
  readonly examples?: readonly string[]
}

/** A call around the caret: `nth(`, its parameters, and which of them is being typed. */
export interface Signature {
  readonly name: string
  readonly parameters: readonly string[]
  readonly active: number
}

/** What somebody knows who can read the text: offered while one types, shown under the pointer. Offsets count from 0. */
export interface CodeHelp {
  readonly completeAt: (text: string, offset: number) => CompletionsAt | undefined
  readonly hintAt: (text: string, offset: number) => Hint | undefined
  readonly signatureAt: (text: string, offset: number) => Signature | undefined
}

/** Something wrong in a text; line and column count from 1. */
export interface Diagnostic {
  readonly line: number
  readonly column: number
  readonly message: string
  /** Characters that are meant; to the end of the word unless given. */
  readonly length?: number
  /** What is allowed and yet probably not meant. An error unless given. */
  readonly severity?: 'error' | 'warning'
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
  readonly help: CodeHelp | undefined
  readonly diagnostics: readonly Diagnostic[] | undefined
  readonly placeholder: string | undefined
  /** Ids of the elements that describe the field. */
  readonly describedBy: string
  /** Where the caret goes at first; undefined: the editor does not take the focus. */
  readonly caret: number | undefined
}
