function render({ model, el }) {
  return tray({ model, el }).stop;
}
