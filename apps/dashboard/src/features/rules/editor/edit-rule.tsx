import type { Rule } from '@mqdeck/contract'
import { useMemo, useState } from 'react'
import { useChange, useFresh } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { type OutsideChange, OutsideChangeNotice } from '../../../schema-form/index.ts'
import { toast } from '../../../ui/index.ts'
import { ruleQuery } from '../queries.ts'
import { editorMessages } from './editor-messages.ts'
import { draftOf, sameDraft, withoutDrafts } from './rule-draft.ts'
import { RuleEditor } from './rule-editor.tsx'
import { updateRuleWithAll } from './save-queries.ts'

/** Edits an existing rule. Changes of other users are shown before they are overwritten. */
export function EditRule({ rule, readOnly }: { readonly rule: Rule; readonly readOnly: boolean }) {
  const texts = useMessages(editorMessages)
  const { id } = rule
  const read = useFresh(
    ruleQuery,
    useMemo(() => ({ id }), [id]),
  )
  const { run } = useChange(updateRuleWithAll)
  const [base, setBase] = useState(() => draftOf(rule))
  // The version of the rule that the user has seen.
  const [known, setKnown] = useState(base)
  const [isDirty, setDirty] = useState(false)
  const [outside, setOutside] = useState<OutsideChange>()
  // Changes of other users do not replace unsaved changes. They are reported on saving.
  const newest = draftOf(rule)
  const [newestSeen, setNewestSeen] = useState(newest)
  if (!isDirty && !sameDraft(newestSeen, newest)) {
    setNewestSeen(newest)
    setBase(newest)
    setKnown(newest)
  }
  return (
    <RuleEditor
      start={base}
      exists
      readOnly={readOnly}
      onDirty={setDirty}
      note={
        outside && (
          <OutsideChangeNotice change={outside} onClose={() => setOutside(undefined)}>
            {texts.changedMeanwhile}
          </OutsideChangeNotice>
        )
      }
      onSave={async (draft) => {
        const now = await read()
        const theirs = draftOf(now)
        if (!sameDraft(theirs, known)) {
          setOutside({ before: known, after: theirs })
          setKnown(theirs)
          return
        }
        await run({ draft, rule: now })
        const saved = withoutDrafts(draft)
        setOutside(undefined)
        setDirty(false)
        setBase(saved)
        setKnown(saved)
        setNewestSeen(theirs)
        toast.success(texts.savedNamed(id))
      }}
    />
  )
}
