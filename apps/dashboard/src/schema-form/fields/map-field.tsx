import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useLocale, useMessages } from '../../i18n/index.ts'
import { isRecord, valueAt } from '../../lib/json/json-path.ts'
import { Button, Dim, FieldFrame, IconButton, Mono, TextField } from '../../ui/index.ts'
import { formTexts } from '../messages.ts'
import type { MapNode } from '../model.ts'
import { type NodeFieldProps, useField, useFormPart, useFormSetting } from '../use-field.ts'
import { emptyValue } from '../values.ts'
import styles from './map-field.module.css'

/**
 * A map with names that the user chooses. A name that exists is rejected, so that no value is lost. A group that the
 * broker knows by name keeps its name.
 */
export function MapField(props: NodeFieldProps & { readonly node: MapNode }) {
  const { value, set, frame, isDisabled } = useField(props)
  const texts = useMessages(formTexts)
  const locale = useLocale()
  const { columns } = props.node
  const entries = isRecord(value) ? Object.entries(value) : []
  const names = entries.map(([name]) => name)
  const keys = useEntryKeys(names)
  const box = useRef<HTMLDivElement>(null)
  const isWide = props.node.value.kind === 'object'
  const saved = useFormPart((state) => valueAt(state.initial, props.path))
  const isFixed = (name: string) => isWide && isRecord(saved) && Object.hasOwn(saved, name)

  const rename = (old: string, name: string) => {
    keys.rename(old, name)
    set(Object.fromEntries(entries.map(([key, inner]) => [key === old ? name : key, inner])))
  }
  const add = () => {
    set({ ...Object.fromEntries(entries), '': emptyValue(props.node.value) ?? '' })
    requestAnimationFrame(() => {
      const inputs = box.current?.querySelectorAll<HTMLInputElement>('[data-key] input')
      inputs?.[inputs.length - 1]?.focus()
    })
  }
  const remove = (name: string) => set(Object.fromEntries(entries.filter(([key]) => key !== name)))
  return (
    <FieldFrame {...frame} width="full" group>
      {() => (
        <div ref={box} className={styles.map}>
          {entries.length === 0 && <Dim small>{texts.noRows}</Dim>}
          {entries.length > 0 && !isWide && (
            // Each input has a name of its own.
            <div className={styles.heads} aria-hidden>
              <span>{columns ? columns[0][locale] : texts.name}</span>
              <span>{columns ? columns[1][locale] : texts.value}</span>
            </div>
          )}
          {entries.map(([name], index) => (
            <div key={keys.of(name)} className={isWide ? styles.block : styles.entry}>
              <div data-key className={styles.key}>
                {isFixed(name) ? (
                  <div className={styles.name}>
                    <Mono truncate>{name}</Mono>
                  </div>
                ) : (
                  <KeyField
                    name={name}
                    label={texts.keyOf(index + 1)}
                    others={names.filter((other) => other !== name)}
                    placeholder={columns?.[0][locale] ?? texts.name}
                    disabled={isDisabled}
                    onChange={(next) => rename(name, next)}
                  />
                )}
                {isWide && !isDisabled && <RemoveButton label={texts.removeNamed(name)} onClick={() => remove(name)} />}
              </div>
              <div className={styles.value}>
                <EntryValue {...props} name={name} />
              </div>
              {!isWide && !isDisabled && <RemoveButton label={texts.removeNamed(name)} onClick={() => remove(name)} />}
            </div>
          ))}
          {!isDisabled && (
            <div>
              <Button
                size="small"
                icon={<IconPlus size={15} aria-hidden />}
                disabled={names.includes('')}
                onClick={add}
              >
                {texts.addEntry}
              </Button>
            </div>
          )}
        </div>
      )}
    </FieldFrame>
  )
}

function RemoveButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }): ReactNode {
  return <IconButton size="small" label={label} icon={<IconTrash size={15} aria-hidden />} onClick={onClick} />
}

function EntryValue({ node, path, name }: NodeFieldProps & { readonly node: MapNode; readonly name: string }) {
  const { Field } = useFormSetting()
  const texts = useMessages(formTexts)
  const own = useMemo(() => [...path, name], [path, name])
  return <Field node={node.value} path={own} isBare label={texts.valueOf(name)} />
}

interface KeyFieldProps {
  readonly name: string
  readonly label: string
  readonly others: readonly string[]
  readonly placeholder: string
  readonly disabled: boolean
  readonly onChange: (name: string) => void
}

function KeyField({ name, label, others, placeholder, disabled, onChange }: KeyFieldProps) {
  const texts = useMessages(formTexts)
  const [draft, setDraft] = useState<string>()
  const isTaken = draft !== undefined && others.includes(draft)
  return (
    <TextField
      aria-label={label}
      mono
      disabled={disabled}
      autoComplete="off"
      placeholder={placeholder}
      value={draft ?? name}
      error={isTaken ? texts.duplicateKey : undefined}
      onChange={(event) => {
        const next = event.currentTarget.value
        setDraft(others.includes(next) ? next : undefined)
        if (!others.includes(next)) onChange(next)
      }}
    />
  )
}

/** A key for each entry that survives renaming. */
function useEntryKeys(names: readonly string[]) {
  const next = useRef(0)
  const known = useRef(new Map<string, number>())
  const present = new Map(names.map((name) => [name, known.current.get(name) ?? next.current++] as const))
  known.current = present
  return {
    of: (name: string) => present.get(name) ?? -1,
    rename(old: string, name: string) {
      const key = present.get(old)
      if (key !== undefined) known.current = new Map([...present, [name, key]])
    },
  }
}
