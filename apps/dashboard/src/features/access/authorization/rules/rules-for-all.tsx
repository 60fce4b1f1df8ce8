import type { AuthorizationRule } from '@mqdeck/contract'
import { useRef, useState } from 'react'
import { QueryView, useChange, useData, useErrorText, useIsViewer } from '../../../../api/index.ts'
import { useFormat, useMessages } from '../../../../i18n/index.ts'
import { sameJson } from '../../../../lib/json/json-path.ts'
import {
  EmptyState,
  FormBar,
  focusInvalid,
  Skeleton,
  Stack,
  toast,
  useUnsavedChangesGuard,
} from '../../../../ui/index.ts'
import { countFaults, toEdited, toRules } from './edited-rules.ts'
import { ruleMessages } from './messages.ts'
import { rulesForAllQuery, saveRulesForAll } from './queries.ts'
import { RuleEditor } from './rule-editor.tsx'

/** The rules for everyone. The API replaces all of them together. */
export function RulesForAll({ maxRules }: { readonly maxRules: number }) {
  const query = useData(rulesForAllQuery, undefined)
  return (
    <QueryView query={query} skeleton={<Skeleton height={240} />}>
      {(rules) => <Editor saved={rules} maxRules={maxRules} />}
    </QueryView>
  )
}

interface EditorProps {
  readonly saved: readonly AuthorizationRule[]
  readonly maxRules: number
}

function Editor({ saved, maxRules }: EditorProps) {
  const texts = useMessages(ruleMessages)
  const format = useFormat()
  const describe = useErrorText()
  const isViewer = useIsViewer()
  const { run, isRunning } = useChange(saveRulesForAll)
  const [base, setBase] = useState(saved)
  const [rules, setRules] = useState(() => toEdited(saved))
  const [isSubmitted, setSubmitted] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const changes = countChanges(base, toRules(rules))
  const reset = (to: readonly AuthorizationRule[]) => {
    setBase(to)
    setRules(toEdited(to))
    setSubmitted(false)
  }
  // New rules from the broker are only shown when there are no unsaved changes.
  if (changes === 0 && base !== saved) reset(saved)
  useUnsavedChangesGuard(changes > 0)
  const faults = isSubmitted ? countFaults(rules) : 0
  const isTooLong = rules.length > maxRules
  const save = async () => {
    setSubmitted(true)
    if (isTooLong) return
    if (countFaults(rules) > 0) {
      // After the errors are rendered.
      requestAnimationFrame(() => focusInvalid(box.current))
      return
    }
    try {
      const next = toRules(rules)
      await run(next)
      reset(next)
      toast.success(texts.savedForAll)
    } catch (error) {
      toast.error(describe(error))
    }
  }
  const tooMany = isTooLong ? texts.tooMany(format.number(maxRules)) : undefined
  return (
    <div ref={box}>
      <Stack gap={4}>
        <RuleEditor
          label={texts.owners.all}
          rules={rules}
          onChange={setRules}
          readOnly={isViewer}
          showsFaults={isSubmitted}
          empty={<EmptyState title={texts.noRulesForAll} hint={texts.noRulesForAllHint} />}
          problem={tooMany}
        />
        <FormBar
          changes={changes}
          onDiscard={() => reset(saved)}
          onSave={save}
          saving={isRunning}
          problem={tooMany ?? (faults > 0 ? texts.invalidTopics(faults) : undefined)}
        />
      </Stack>
    </div>
  )
}

/** Number of positions with a different rule than before. */
function countChanges(before: readonly AuthorizationRule[], now: readonly AuthorizationRule[]): number {
  return Array.from({ length: Math.max(before.length, now.length) }).filter(
    (_, index) => !sameJson(before[index], now[index]),
  ).length
}
