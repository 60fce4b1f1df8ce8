import { NewTrace } from '@mqdeck/contract'
import { useEffect, useState } from 'react'
import { FormBody, useChange, useContractForm, useErrorText, useServerNow } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { topicFilterMessages } from '../../lib/topics/topic-filter-messages.ts'
import { Fields, FormDrawer, useGo } from '../../ui/index.ts'
import { ConditionFields } from './condition-fields.tsx'
import { NameField, OutputFields, TimeFields } from './create-fields.tsx'
import { createMessages } from './create-messages.ts'
import { blankDraft, errorPlace, faultsOf, knownFault, nameOf, toBody } from './draft.ts'
import { createNewTrace } from './index.ts'

interface CreateDrawerProps {
  readonly opened: boolean
  readonly onClose: () => void
}

/** Form for a new trace. Opens the page of the trace after creating it. */
export function CreateDrawer({ opened, onClose }: CreateDrawerProps) {
  const texts = useMessages(createMessages)
  return (
    <FormDrawer opened={opened} onClose={onClose} title={texts.title} size={560}>
      {({ onDirty, close }) => <CreateForm onDirty={onDirty} onCancel={close} onDone={onClose} />}
    </FormDrawer>
  )
}

interface CreateFormProps {
  readonly onDirty: (isDirty: boolean) => void
  readonly onCancel: () => void
  readonly onDone: () => void
}

function CreateForm({ onDirty, onCancel, onDone }: CreateFormProps) {
  const texts = useMessages(createMessages)
  const filterTexts = useMessages(topicFilterMessages)
  const go = useGo()
  const serverNow = useServerNow()
  const errorText = useErrorText()
  const { run } = useChange(createNewTrace)
  const [opened] = useState(() => new Date())
  const form = useContractForm(NewTrace, {
    initial: blankDraft,
    toBody: (draft) => toBody(draft, opened, serverNow()),
    check(draft) {
      const { name, value, startAt, endAt } = faultsOf(draft, opened, serverNow())
      return {
        name: name && texts.nameFaults[name],
        values: value && { ...filterTexts, ...texts.valueFaults }[value],
        startAt: startAt && texts.timeFaults[startAt],
        endAt: endAt && texts.timeFaults[endAt],
      }
    },
    async submit(body, draft) {
      await run(body)
      onDone()
      go({ to: '/log-trace/detail/$id', params: { id: nameOf(draft, opened) } })
    },
    faultsOf(error) {
      const known = knownFault(error)
      return { [errorPlace(error)]: known === undefined ? errorText(error) : texts[known] }
    },
  })
  const { isDirty } = form.form.formState
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  return (
    <FormBody form={form} action={texts.create} onCancel={onCancel}>
      <Fields>
        <ConditionFields form={form} />
        <NameField form={form} name={nameOf(form.values, opened)} />
        <TimeFields form={form} />
        <OutputFields form={form} />
      </Fields>
    </FormBody>
  )
}
