import { parseHostPort, writeHostPort } from '@mqdeck/contract'
import { useMessages } from '../../i18n/index.ts'
import { type NodeFieldProps, useField } from '../../schema-form/index.ts'
import { SegmentedField, Stack, TextField } from '../../ui/index.ts'
import { formMessages } from './form-messages.ts'

const hosts = { node: '127.0.0.1', all: '0.0.0.0' } as const
const reaches: Readonly<Record<string, keyof typeof hosts>> = {
  '127.0.0.1': 'node',
  localhost: 'node',
  '::1': 'node',
  '0.0.0.0': 'all',
  '::': 'all',
}

/** The address of a new listener, with a choice of the networks that can reach it. */
function BindField(props: NodeFieldProps) {
  const { reach } = useMessages(formMessages)
  const { value, set, blur, frame, isDisabled } = useField(props)
  const bind = typeof value === 'string' || typeof value === 'number' ? value : ''
  const place = parseHostPort(bind)
  return (
    <Stack gap={4}>
      <TextField
        {...frame}
        width="address"
        mono
        autoComplete="off"
        value={String(bind)}
        onChange={(event) => set(event.currentTarget.value)}
        onBlur={blur}
      />
      <SegmentedField
        label={reach.label}
        value={reaches[place?.host ?? '']}
        disabled={isDisabled || place === undefined}
        onChange={(to) => place && set(writeHostPort({ host: hosts[to], port: place.port }))}
        options={[
          { value: 'node', label: reach.node },
          { value: 'all', label: reach.all },
        ]}
      />
    </Stack>
  )
}

/** For forms of new listeners. */
export const bindFields = { bind: BindField } as const
