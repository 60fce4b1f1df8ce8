import type { ReactNode } from 'react'
import { Button, type Target, useGo } from '../ui/index.ts'

interface ResourceButtonsProps<Thing> {
  readonly of: Thing
  readonly isEnabled: boolean
  readonly actions: {
    readonly enable: (thing: Thing) => Promise<boolean>
    readonly disable: (thing: Thing) => Promise<boolean>
    readonly remove: (things: readonly Thing[]) => Promise<boolean>
  }
  readonly texts: { readonly enable: string; readonly disable: string; readonly delete: string }
  /** The page to open after the deletion. */
  readonly list: Target
  /** Other buttons. */
  readonly children?: ReactNode
}

/** The buttons of a detail page that enable, disable and delete its resource. */
export function ResourceButtons<Thing>({ of, isEnabled, actions, texts, list, children }: ResourceButtonsProps<Thing>) {
  const go = useGo()
  return (
    <>
      <Button onClick={() => void (isEnabled ? actions.disable(of) : actions.enable(of))}>
        {isEnabled ? texts.disable : texts.enable}
      </Button>
      {children}
      <Button
        variant="danger"
        onClick={async () => {
          if (await actions.remove([of])) go(list)
        }}
      >
        {texts.delete}
      </Button>
    </>
  )
}
