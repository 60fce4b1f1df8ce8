import { Component, type ReactNode } from 'react'

interface FieldBoundaryProps {
  readonly children: ReactNode
  /** Shown instead of the field if rendering fails. */
  readonly fallback: ReactNode
}

/** Limits a rendering error to one field. */
export class FieldBoundary extends Component<FieldBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
