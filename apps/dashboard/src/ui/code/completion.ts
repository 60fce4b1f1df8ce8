import type { CompletionContext, CompletionResult, Completion as Offered } from '@codemirror/autocomplete'
import { placeholderAt } from '../../lib/text/placeholder.ts'
import type { Completion } from './types.ts'

/** Offers placeholders after `${`, and the other completions after the start of a word. */
export function completeFrom(completions: () => readonly Completion[]) {
  return (context: CompletionContext): CompletionResult | null => {
    const line = context.state.doc.lineAt(context.pos)
    const placeholder = placeholderAt(line.text, context.pos - line.from)
    const isPlaceholder = ({ label }: Completion) => label.startsWith('${')
    if (placeholder) {
      const options = completions().filter(isPlaceholder)
      if (options.length === 0) return null
      const from = line.from + placeholder.from
      return {
        from,
        to: context.pos,
        options: options.map(toOffered),
        validFor: /^\$\{?[^\s{}]*$/,
      }
    }
    const word = context.matchBefore(/[\w.]+/)
    const words = completions().filter((completion) => !isPlaceholder(completion))
    if ((!word && !context.explicit) || words.length === 0) return null
    return { from: word?.from ?? context.pos, options: words.map(toOffered), validFor: /^[\w.]*$/ }
  }
}

function toOffered({ label, detail, info }: Completion): Offered {
  return {
    label,
    ...(detail !== undefined && { detail }),
    ...(info !== undefined && { info }),
    apply(view, _completion, from, to) {
      // The closing brace that was inserted automatically while the name was typed.
      const closing = label.endsWith('}') && view.state.sliceDoc(to, to + 1) === '}' ? 1 : 0
      view.dispatch({
        changes: { from, to: to + closing, insert: label },
        selection: { anchor: from + label.length },
        userEvent: 'input.complete',
      })
    },
  }
}
