import { Component, type ReactNode } from 'react'

interface FieldBoundaryProps {
  readonly children: ReactNode
  /** What stands in the field's place when drawing it failed. */
  readonly fallback: ReactNode
}

/** Keeps the failure of one field from taking the form with it. */
export class FieldBoundary extends Component<FieldBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
