import { ApiError, RulesForAll } from '@mqdeck/contract'
import { FormBody, useChange, useContractForm } from '../../../../api/index.ts'
import { useFormat, useMessages } from '../../../../i18n/index.ts'
import { Drawer, EmptyState, TextField, toast } from '../../../../ui/index.ts'
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
  const { run: add } = useChange(addOwner)
  const { run: save } = useChange(saveOwner)
  const idLabel = texts.ids[kind]
  const tooMany = texts.tooMany(format.number(maxRules))
  const form = useContractForm(RulesForAll, {
    initial: { name: owner?.name ?? '', rules: owner ? toEdited(owner.rules) : withNew([]) },
    toBody: ({ rules }) => ({ rules: toRules(rules) }),
    check: ({ name, rules }) => ({
      name: name === '' && (kind === 'username' ? texts.usernameRequired : texts.required(idLabel)),
      rules: rules.length > maxRules ? tooMany : countFaults(rules) > 0 && texts.invalidTopics(countFaults(rules)),
    }),
    async submit({ rules }, { name }) {
      await (owner ? save : add)({ kind, name, rules })
      toast.success(texts.saved(name))
      onClose()
    },
    faultsOf: (error) => ({
      name: error instanceof ApiError && error.code === 'ALREADY_EXISTS' && texts.alreadyExists,
    }),
  })
  const { rules } = form.values
  const rulesField = form.field('rules')
  const isTooLong = rules.length > maxRules
  // Invalid topics are marked in the table.
  const rejected = countFaults(rules) === 0 ? rulesField.error : undefined
  return (
    <FormBody form={form} action={texts.save} onCancel={onClose}>
      {!owner && <TextField mono required label={idLabel} autoComplete="off" data-autofocus {...form.input('name')} />}
      <RuleEditor
        label={texts.columns.count}
        rules={rules}
        onChange={rulesField.onChange}
        readOnly={false}
        showsFaults={form.form.formState.isSubmitted}
        empty={<EmptyState title={texts.noRules} hint={texts.noRulesHint} />}
        problem={isTooLong ? tooMany : rejected}
      />
    </FormBody>
  )
}
