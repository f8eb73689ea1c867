/**
 * A very small virtual DOM. `h` describes an element, `patch` makes a parent's children look so, keeping the elements
 * that are already there, and with them focus, scroll and running animations.
 */

const isNothing = (child) => child === null || child === undefined || child === false || child === "";

const flatten = (children) =>
  children
    .flat(Infinity)
    .filter((child) => !isNothing(child))
    .map((child) => (typeof child === "object" ? child : String(child)));

/**
 * Describe an element.
 *
 * Props: `key` (same key and tag: same element), `class`, `style` (an object, custom properties too), `html` (trusted
 * SVG text of our own), `on…` handlers, `value`/`checked` as properties, all else as attributes (null or false: none).
 */
export const h = (tag, props, ...children) => ({
  tag,
  key: props?.key,
  props: props ?? {},
  children: flatten(children),
});

const PROPERTIES = new Set(["value", "checked", "open"]);
const OURS = new Set(["key", "html", "style"]);

function setProp(element, name, value) {
  if (name.startsWith("on") || PROPERTIES.has(name)) {
    if (element[name] !== value) element[name] = value ?? null;
  } else if (isNothing(value) && value !== "") element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value === true ? "" : value);
}

function setStyle(element, style, old) {
  for (const name of Object.keys(old)) if (!(name in style)) element.style.removeProperty(name);
  for (const [name, value] of Object.entries(style)) if (old[name] !== value) element.style.setProperty(name, value);
}

function update(element, node) {
  const old = element.vnode?.props ?? {};
  for (const name of Object.keys(old)) if (!(name in node.props) && !OURS.has(name)) setProp(element, name, null);
  for (const [name, value] of Object.entries(node.props)) if (!OURS.has(name)) setProp(element, name, value);
  setStyle(element, node.props.style ?? {}, old.style ?? {});
  element.vnode = node;
  if (node.props.html === undefined) patch(element, node.children);
  else if (old.html !== node.props.html) element.innerHTML = node.props.html;
}

const create = (child) => {
  if (typeof child === "string") return document.createTextNode(child);
  return document.createElement(child.tag);
};

const matches = (node, child) => {
  if (typeof child === "string") return node.nodeType === Node.TEXT_NODE;
  return node.vnode?.tag === child.tag && node.vnode.key === child.key;
};

/** Pair each wanted child with a node that is already there, or with a new one. */
function pair(parent, children) {
  const free = [...parent.childNodes];
  return children.map((child) => {
    const at = free.findIndex((node) => matches(node, child));
    return at < 0 ? create(child) : free.splice(at, 1)[0];
  });
}

/** Make the children of `parent` look as described. */
export function patch(parent, children) {
  const nodes = pair(parent, children);
  const kept = new Set(nodes);
  for (const node of [...parent.childNodes]) if (!kept.has(node)) node.remove();
  nodes.forEach((node, i) => {
    if (parent.childNodes[i] !== node) parent.insertBefore(node, parent.childNodes[i] ?? null);
    const child = children[i];
    if (typeof child !== "string") update(node, child);
    else if (node.data !== child) node.data = child;
  });
}
