import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMemo, useRef } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { Button, Dim, FieldFrame, IconButton } from '../../ui/index.ts'
import { formTexts } from '../messages.ts'
import type { FormNode, ListNode } from '../model.ts'
import { type NodeFieldProps, useField, useFormSetting } from '../use-field.ts'
import { emptyValue } from '../values.ts'
import styles from './rows-field.module.css'

/** Values below each other, each edited in its row. The order matters and can be changed by keyboard. */
export function RowsField(props: NodeFieldProps & { readonly node: ListNode }) {
  const { value, set, frame, isDisabled } = useField(props)
  const texts = useMessages(formTexts)
  const list: readonly unknown[] = useMemo(() => (Array.isArray(value) ? value : []), [value])
  const keys = useRowKeys(list.length)
  const box = useRef<HTMLDivElement>(null)
  const { item } = props.node

  const add = () => {
    set([...list, newRow(item)])
    focusLater(() => box.current?.querySelector<HTMLElement>('[data-row]:last-of-type :is(input, textarea, select)'))
  }
  const remove = (index: number) => {
    keys.remove(index)
    set(list.toSpliced(index, 1))
    focusLater(() => box.current?.querySelector<HTMLElement>('[data-add]'))
  }
  const move = (index: number, to: number) => {
    keys.move(index, to)
    set(list.toSpliced(index, 1).toSpliced(to, 0, list[index]))
    const name = to < index ? 'up' : 'down'
    focusLater(() => {
      const row = box.current?.querySelectorAll<HTMLElement>('[data-row]')[to]
      const button = row?.querySelector<HTMLButtonElement>(`[data-move=${name}]`)
      return button?.disabled ? row?.querySelector<HTMLElement>('[data-move]:not(:disabled)') : button
    })
  }
  return (
    <FieldFrame {...frame} width="full" group>
      {() => (
        <div ref={box} className={styles.rows}>
          {list.length === 0 && <Dim small>{texts.noRows}</Dim>}
          {list.map((_, index) => (
            <div key={keys.at(index)} data-row className={styles.row}>
              <RowContent node={item} path={props.path} index={index} />
              {!isDisabled && (
                <div className={styles.tools}>
                  <IconButton
                    size="small"
                    data-move="up"
                    label={texts.moveUp(texts.row(index + 1))}
                    icon={<IconArrowUp size={15} aria-hidden />}
                    disabled={index === 0}
                    onClick={() => move(index, index - 1)}
                  />
                  <IconButton
                    size="small"
                    data-move="down"
                    label={texts.moveDown(texts.row(index + 1))}
                    icon={<IconArrowDown size={15} aria-hidden />}
                    disabled={index === list.length - 1}
                    onClick={() => move(index, index + 1)}
                  />
                  <IconButton
                    size="small"
                    label={texts.removeNamed(texts.row(index + 1))}
                    icon={<IconTrash size={15} aria-hidden />}
                    onClick={() => remove(index)}
                  />
                </div>
              )}
            </div>
          ))}
          {!isDisabled && (
            <div>
              <Button size="small" data-add icon={<IconPlus size={15} aria-hidden />} onClick={add}>
                {texts.addRow}
              </Button>
            </div>
          )}
        </div>
      )}
    </FieldFrame>
  )
}

interface RowProps {
  readonly node: FormNode
  readonly path: NodeFieldProps['path']
  readonly index: number
}

function RowContent({ node, path, index }: RowProps) {
  const { Field } = useFormSetting()
  const texts = useMessages(formTexts)
  const own = useMemo(() => [...path, index], [path, index])
  return (
    <div className={styles.content}>
      <Field node={node} path={own} isBare label={texts.row(index + 1)} />
    </div>
  )
}

/** Required fields start empty, so that a row can be filled in. */
function newRow(item: FormNode): unknown {
  const value = emptyValue(item)
  return value === undefined ? '' : value
}

/** After React has rendered. */
function focusLater(find: () => HTMLElement | null | undefined): void {
  requestAnimationFrame(() => find()?.focus())
}

/** Keys for rows without a name. They move with their row and keep its focus and draft. */
function useRowKeys(length: number) {
  const next = useRef(0)
  const keys = useRef<number[]>([])
  while (keys.current.length < length) keys.current.push(next.current++)
  // Another user shortened the list, and the removed row is unknown.
  if (keys.current.length > length) keys.current.length = length
  return {
    at: (index: number): number => keys.current[index] ?? index,
    remove: (index: number): void => {
      keys.current.splice(index, 1)
    },
    move: (from: number, to: number): void => {
      const [key] = keys.current.splice(from, 1)
      if (key !== undefined) keys.current.splice(to, 0, key)
    },
  }
}
