import { parseAcl } from '@mqdeck/access/acl'
import { useDeferredValue, useMemo, useState } from 'react'
import { z } from 'zod'
import { useLocale, useMessages } from '../../../../i18n/index.ts'
import { AclField, type NodeFieldProps, useField } from '../../../../schema-form/index.ts'
import { Button, EmptyState, FieldFrame, SegmentedControl, Stack, useSearchState } from '../../../../ui/index.ts'
import styles from './acl.module.css'
import { useAclHelp } from './acl-help.ts'
import { aclMessages } from './acl-messages.ts'
import { AclTable } from './acl-table.tsx'

const views = ['text', 'visual'] as const
const search = z.object({ view: z.enum(views).catch('text').default('text') })

/** A table with more rows would be slow and hard to read. */
const maxRows = 500

/** Editor for EMQX ACL rules, as text with a syntax check or as a table. Both edit the same text. */
export default function AclEditor(props: NodeFieldProps) {
  const texts = useMessages(aclMessages)
  const locale = useLocale()
  const { value, set, frame, isDisabled } = useField(props)
  const [{ view }, setSearch] = useSearchState(search)
  const [startAt, setStartAt] = useState<number>()
  const help = useAclHelp()
  const text = typeof value === 'string' ? value : ''
  const deferred = useDeferredValue(text)
  // The table needs the current text. While the user types, parsing can lag behind.
  const parsed = view === 'visual' ? text : deferred
  const acl = useMemo(() => ({ text: parsed, ...parseAcl(parsed) }), [parsed])
  const found = useMemo(
    () =>
      acl.problems.length === 0
        ? undefined
        : acl.problems.map(({ line, column, from, to, text: message }) => ({
            line,
            column,
            length: to - from,
            message: message[locale],
          })),
    [acl, locale],
  )
  const show = (next: (typeof views)[number], at?: number) => {
    setStartAt(at)
    setSearch({ view: next }, { replace: true })
  }
  const action = (
    <div className={styles.switch}>
      <SegmentedControl
        label={texts.view}
        value={view}
        onChange={(next) => show(next)}
        options={views.map((one) => ({ value: one, label: texts.views[one] }))}
      />
    </div>
  )
  const [problem] = acl.problems
  const [first] = found ?? []
  if (view === 'text')
    return (
      <Stack gap={2}>
        <AclField {...props} codeHelp={help} action={action} startAt={startAt} {...(found && { diagnostics: found })} />
        <div className={styles.state} role="status" data-wrong={first && true}>
          {first ? texts.problemAt(first.line, first.column, first.message) : texts.count(acl.rules.length)}
        </div>
      </Stack>
    )
  return (
    <FieldFrame {...frame} action={action} width="full" group>
      {() =>
        first ? (
          <EmptyState
            title={texts.syntaxError}
            hint={texts.problemAt(first.line, first.column, first.message)}
            action={<Button onClick={() => show('text', problem?.from)}>{texts.showText}</Button>}
          />
        ) : acl.rules.length > maxRows ? (
          <EmptyState
            title={texts.tooMany(maxRows)}
            action={<Button onClick={() => show('text')}>{texts.showText}</Button>}
          />
        ) : (
          <AclTable acl={acl} onChange={set} onShowText={(at) => show('text', at)} readOnly={isDisabled} />
        )
      }
    </FieldFrame>
  )
}
