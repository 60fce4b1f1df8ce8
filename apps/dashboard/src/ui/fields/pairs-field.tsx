import { IconPlus, IconX } from '@tabler/icons-react'
import { Button, IconButton } from '../buttons/button.tsx'
import { Group, Stack } from '../layout/layout.tsx'
import type { FieldProps } from './field.ts'
import { FieldFrame } from './field-frame.tsx'
import styles from './pairs-field.module.css'
import { TextField } from './text-fields.tsx'

export interface Pair {
  readonly name: string
  readonly value: string
}

/** Labels of the parts; numbers start at 1. */
interface PairsTexts {
  readonly name: string
  readonly value: string
  readonly propertyName: (number: number) => string
  readonly propertyValue: (number: number) => string
  readonly addProperty: string
  readonly removeProperty: (number: number) => string
}

interface PairsFieldProps extends Pick<FieldProps, 'label' | 'error' | 'disabled'> {
  readonly texts: PairsTexts
  readonly pairs: readonly Pair[]
  readonly onChange: (pairs: readonly Pair[]) => void
}

/**
 * A list of names with values, such as the user properties of MQTT 5. Not part of the index: it is loaded with the
 * pages that use it.
 */
export function PairsField({ texts, pairs, onChange, ...field }: PairsFieldProps) {
  const set = (index: number, part: Partial<Pair>) =>
    onChange(pairs.map((one, at) => (at === index ? { ...one, ...part } : one)))
  return (
    <FieldFrame group width="full" {...field}>
      {({ disabled }) => (
        <Stack gap={2}>
          {pairs.map(({ name, value }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its position
            <div key={index} className={styles.pair}>
              <PartField
                label={texts.propertyName(index + 1)}
                placeholder={texts.name}
                disabled={disabled}
                value={name}
                onChange={(name) => set(index, { name })}
              />
              <PartField
                label={texts.propertyValue(index + 1)}
                placeholder={texts.value}
                disabled={disabled}
                value={value}
                onChange={(value) => set(index, { value })}
              />
              <IconButton
                label={texts.removeProperty(index + 1)}
                icon={<IconX size={16} aria-hidden />}
                disabled={disabled}
                onClick={() => onChange(pairs.filter((_, at) => at !== index))}
              />
            </div>
          ))}
          <Group>
            <Button
              variant="subtle"
              size="small"
              icon={<IconPlus size={16} aria-hidden />}
              disabled={disabled}
              onClick={() => onChange([...pairs, { name: '', value: '' }])}
            >
              {texts.addProperty}
            </Button>
          </Group>
        </Stack>
      )}
    </FieldFrame>
  )
}

interface PartFieldProps {
  readonly label: string
  readonly placeholder: string
  readonly disabled: boolean | undefined
  readonly value: string
  readonly onChange: (value: string) => void
}

function PartField({ label, onChange, ...field }: PartFieldProps) {
  return (
    <TextField
      mono
      aria-label={label}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
      {...field}
    />
  )
}
