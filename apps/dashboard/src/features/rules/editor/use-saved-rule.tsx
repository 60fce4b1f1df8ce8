import type { Rule } from '@mqdeck/contract'
import { useMemo, useState } from 'react'
import { useFresh } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { type OutsideChange, OutsideChangeNotice } from '../../../schema-form/index.ts'
import { toast } from '../../../ui/index.ts'
import { ruleQuery } from '../queries.ts'
import { editorMessages } from './editor-messages.ts'

interface SavedRuleOptions<Draft> {
  readonly draftOf: (rule: Rule) => Draft
  /** Saves a draft over the current rule. Rejects with the error of the broker. */
  readonly save: (change: { readonly draft: Draft; readonly rule: Rule }) => Promise<unknown>
  /** A draft as it is after it was saved. */
  readonly afterSaving: (draft: Draft) => Draft
}

/** The properties of an editor of an existing rule. Changes of other users are shown before they are overwritten. */
export function useSavedRule<Draft>(rule: Rule, { draftOf, save, afterSaving }: SavedRuleOptions<Draft>) {
  const texts = useMessages(editorMessages)
  const { id } = rule
  const read = useFresh(
    ruleQuery,
    useMemo(() => ({ id }), [id]),
  )
  const [start, setStart] = useState(() => draftOf(rule))
  // The version of the rule that the user has seen.
  const [known, setKnown] = useState(start)
  const [isDirty, setDirty] = useState(false)
  const [outside, setOutside] = useState<OutsideChange>()
  // Changes of other users do not replace unsaved changes. They are reported on saving.
  const newest = draftOf(rule)
  const [newestSeen, setNewestSeen] = useState(newest)
  if (!isDirty && !isSame(newestSeen, newest)) {
    setNewestSeen(newest)
    setStart(newest)
    setKnown(newest)
  }
  return {
    start,
    exists: true,
    onDirty: setDirty,
    note: outside && (
      <OutsideChangeNotice change={outside} onClose={() => setOutside(undefined)}>
        {texts.changedMeanwhile}
      </OutsideChangeNotice>
    ),
    onSave: async (draft: Draft) => {
      const now = await read()
      const theirs = draftOf(now)
      if (!isSame(theirs, known)) {
        setOutside({ before: known, after: theirs })
        setKnown(theirs)
        return
      }
      await save({ draft, rule: now })
      const after = afterSaving(draft)
      setOutside(undefined)
      setDirty(false)
      setStart(after)
      setKnown(after)
      setNewestSeen(theirs)
      toast.success(texts.savedNamed(id))
    },
  }
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
