// Stands in for Django's JavaScript catalog: texts stay English.
globalThis.gettext = (text) => text;
globalThis.pgettext = (_context, text) => text;
globalThis.ngettext = (one, many, count) => (count === 1 ? one : many);
globalThis.interpolate = (text, values) => text.replace(/%\((\w+)\)s/g, (_, name) => String(values[name]));
