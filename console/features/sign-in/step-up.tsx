export default function StepUp() {
  return null
}
