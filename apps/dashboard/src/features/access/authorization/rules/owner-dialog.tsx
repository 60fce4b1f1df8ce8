import { ApiError } from '@mqdeck/contract'
import { type FormEvent, useState } from 'react'
import { useChange, useErrorText } from '../../../../api/index.ts'
import { useFormat, useMessages } from '../../../../i18n/index.ts'
import { Button, Drawer, EmptyState, ErrorState, Group, Stack, TextField, toast } from '../../../../ui/index.ts'
import { countFaults, toEdited, toRules, withNew } from './edited-rules.ts'
import { ruleMessages } from './messages.ts'
import { addOwner, type OwnerKind, type OwnerRules, saveOwner } from './queries.ts'
import { RuleEditor } from './rule-editor.tsx'

interface OwnerDialogProps {
  /** Undefined while the dialog is closed. */
  readonly edited: OwnerRules | 'new' | undefined
  readonly kind: OwnerKind
  readonly maxRules: number
  readonly onClose: () => void
}

/** The rules of one client or user. */
export function OwnerDialog({ edited, ...form }: OwnerDialogProps) {
  const texts = useMessages(ruleMessages)
  return (
    <Drawer
      opened={edited !== undefined}
      onClose={form.onClose}
      title={edited === 'new' || edited === undefined ? texts.addOwner[form.kind] : texts.rulesOf(edited.name)}
      size={960}
    >
      {edited && <OwnerForm {...form} owner={edited === 'new' ? undefined : edited} />}
    </Drawer>
  )
}

interface OwnerFormProps extends Omit<OwnerDialogProps, 'edited'> {
  /** Undefined for a new entry. */
  readonly owner: OwnerRules | undefined
}

function OwnerForm({ kind, owner, maxRules, onClose }: OwnerFormProps) {
  const texts = useMessages(ruleMessages)
  const format = useFormat()
  const describe = useErrorText()
  const add = useChange(addOwner)
  const save = useChange(saveOwner)
  const [name, setName] = useState(owner?.name ?? '')
  const [rules, setRules] = useState(() => (owner ? toEdited(owner.rules) : withNew([])))
  const [isSubmitted, setSubmitted] = useState(false)
  const { error } = owner ? save : add
  const isTaken = error instanceof ApiError && error.code === 'ALREADY_EXISTS'
  const isTooLong = rules.length > maxRules
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (name === '' || isTooLong || countFaults(rules) > 0) return
    const isDone = await (owner ? save : add).run({ kind, name, rules: toRules(rules) }).then(
      () => true,
      () => false, // shown in the form
    )
    if (!isDone) return
    toast.success(texts.saved(name))
    onClose()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={5}>
        {!owner && (
          <TextField
            mono
            required
            label={texts.ids[kind]}
            autoComplete="off"
            data-autofocus
            value={name}
            onChange={(event) => {
              setName(event.currentTarget.value)
              add.reset()
            }}
            error={
              isTaken ? texts.alreadyExists : isSubmitted && name === '' ? texts.required(texts.ids[kind]) : undefined
            }
          />
        )}
        <RuleEditor
          label={texts.columns.count}
          rules={rules}
          onChange={setRules}
          readOnly={false}
          showsFaults={isSubmitted}
          empty={<EmptyState title={texts.noRules} hint={texts.noRulesHint} />}
          problem={isTooLong ? texts.tooMany(format.number(maxRules)) : undefined}
        />
        {error && !isTaken && <ErrorState title={describe(error)} />}
        <Group justify="end">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="primary" loading={add.isRunning || save.isRunning}>
            {texts.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
