import { useState } from 'react'
import { flushSync } from 'react-dom'
import { QueryView, useData } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { DialogForm, EmptyState, focusInvalid, Modal, Select, Skeleton } from '../../../ui/index.ts'
import { channelQueries, idOf, isWebhook, useTypeInfo } from '../../integrations/index.ts'
import { editorMessages } from './editor-messages.ts'

interface ActionDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  /** IDs of the rule's actions. */
  readonly present: readonly string[]
  readonly onAdd: (id: string) => void
}

/** Adds an existing action. */
export function ActionDialog(props: ActionDialogProps) {
  const texts = useMessages(editorMessages)
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={texts.existingAction} size={480}>
      {props.opened && <Choice {...props} />}
    </Modal>
  )
}

function Choice({ onClose, present, onAdd }: ActionDialogProps) {
  const texts = useMessages(editorMessages)
  const infoOf = useTypeInfo()
  const query = useData(channelQueries.action.summaries, undefined)
  const [id, setId] = useState<string>()
  const [isSubmitted, setSubmitted] = useState(false)
  const submit = (form: HTMLFormElement) => {
    if (id !== undefined) return onAdd(id)
    flushSync(() => setSubmitted(true))
    focusInvalid(form)
  }
  return (
    <QueryView query={query} skeleton={<Skeleton height={100} />} quiet>
      {(all) => {
        const free = all.filter((one) => !present.includes(idOf(one)) && !isWebhook(one))
        if (free.length === 0) return <EmptyState title={texts.noFreeAction} hint={texts.noFreeActionHint} />
        return (
          <DialogForm onSubmit={submit} onCancel={onClose} submitLabel={texts.add}>
            <Select
              label={texts.action}
              error={isSubmitted && id === undefined ? texts.required(texts.action) : undefined}
              value={id}
              onChange={setId}
              options={free.map((one) => ({ value: idOf(one), label: `${one.name} (${infoOf(one.type).label})` }))}
            />
          </DialogForm>
        )
      }}
    </QueryView>
  )
}
