import { Lwm2mWriteQuery } from '@mqdeck/contract'
import { FormBody, LocalizedError, useChange, useContractForm } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { Modal, Select, TextField, toast } from '../../../ui/index.ts'
import { writeResource } from './device-queries.ts'
import { deviceMessages } from './messages.ts'

/** Data types of LwM2M 1.0, appendix C. */
const dataTypes = ['String', 'Integer', 'Float', 'Boolean', 'Time', 'Opaque', 'Objlnk'] as const
type DataType = (typeof dataTypes)[number]

export interface WriteTarget {
  readonly path: string
  readonly name: string
  readonly type?: string | undefined
  readonly value?: unknown
}

interface WriteDialogProps {
  readonly clientid: string
  /** Undefined while the dialog is closed. */
  readonly target: WriteTarget | undefined
  readonly onClose: () => void
  readonly onWritten: (path: string, value: string) => void
}

/** Writes a resource of an LwM2M device. */
export function WriteDialog({ target, ...form }: WriteDialogProps) {
  const texts = useMessages(deviceMessages)
  return (
    <Modal opened={target !== undefined} onClose={form.onClose} title={texts.writeNamed(target?.name ?? '')} size={480}>
      {target && <WriteForm {...form} target={target} />}
    </Modal>
  )
}

const isDataType = (type: string | undefined): type is DataType => dataTypes.some((one) => one === type)

function WriteForm({
  clientid,
  target,
  onClose,
  onWritten,
}: Omit<WriteDialogProps, 'target'> & { readonly target: WriteTarget }) {
  const texts = useMessages(deviceMessages)
  const { path, type, value } = target
  const { run } = useChange(writeResource)
  const form = useContractForm(Lwm2mWriteQuery, {
    initial: {
      type: isDataType(type) ? type : 'String',
      value: value === undefined || value === null ? '' : String(value),
    } as { type: DataType; value: string },
    toBody: (values) => ({ path, ...values }),
    check: ({ value: next }) => ({ value: next === '' && texts.required(texts.newValue) }),
    async submit(query) {
      const reply = await run({ clientid, ...query })
      if (reply.isMissing) toast.info(texts.noReply)
      else if (!reply.isSuccess) {
        const { code, message } = reply
        throw new LocalizedError({
          en: deviceMessages.en.refused(code, message),
          zh: deviceMessages.zh.refused(code, message),
        })
      } else {
        onWritten(path, query.value)
        toast.success(texts.written(path))
      }
      onClose()
    },
  })
  return (
    <FormBody form={form} action={texts.write} onCancel={onClose}>
      <Select
        label={texts.dataType}
        options={dataTypes.map((one) => ({ value: one, label: one }))}
        value={form.values.type}
        onChange={(next) => next && form.field('type').onChange(next)}
      />
      <TextField mono required label={texts.newValue} data-autofocus {...form.input('value')} />
    </FormBody>
  )
}
